/**
 * Scripts in Lua, each of which Redis runs in one step. Whatever stands at a key that is of another type, or without an
 * end, counts as nothing of ours and is replaced.
 */

/** Runs one of these scripts with its keys and arguments; null when it cannot be run. */
export type RunScript = (script: string, keys: string[], ...words: (string | number)[]) => Promise<unknown>;

/**
 * KEYS: any. ARGV: most characters. Answers for each key its text and the milliseconds that it still has: -2 and no text for
 * a key that is not there, -1 for one that has no end or is no text.
 */
export const READ = `
local found = {}
for index, key in ipairs(KEYS) do
  local left = redis.call("pttl", key)
  local text = ""
  if left > 0 then
    if redis.call("type", key).ok == "string" then text = redis.call("getrange", key, 0, ARGV[1]) else left = -1 end
  end
  found[index] = { text, left }
end
return found
`;

/** KEYS: lock. ARGV: token, milliseconds. Answers 1 when the lock is now the token's, 0 when somebody else has it. */
export const TAKE_LOCK = `
if redis.call("pttl", KEYS[1]) > 0 then return 0 end
redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])
return 1
`;

/** KEYS: lock. ARGV: token, milliseconds. Lets the token keep its lock for longer. */
export const EXTEND_LOCK = `
if redis.call("type", KEYS[1]).ok ~= "string" or redis.call("get", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("pexpire", KEYS[1], ARGV[2])
`;

/** KEYS: lock. ARGV: token. A lock that somebody else has taken meanwhile stays theirs. */
export const RELEASE_LOCK = `
if redis.call("type", KEYS[1]).ok ~= "string" or redis.call("get", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("del", KEYS[1])
`;

/** KEYS: record. ARGV: text, milliseconds. Of two records the one that ends later stays. */
export const SET_UNLESS_SHORTER = `
if redis.call("pttl", KEYS[1]) > tonumber(ARGV[2]) then return 0 end
redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])
return 1
`;

/**
 * KEYS: slot. ARGV: milliseconds between two calls. Takes the next free moment, on the clock of Redis, and answers how
 * many milliseconds it is away. A moment beyond the next hour, or no number, is none that was taken by this script.
 */
export const TAKE_SLOT = `
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local next = now
if redis.call("type", KEYS[1]).ok == "string" then next = tonumber(redis.call("getrange", KEYS[1], 0, 20)) or now end
if not (next >= now and next <= now + 3600000) then next = now end
redis.call("set", KEYS[1], string.format("%.0f", next + ARGV[1]), "px", 3600000)
return next - now
`;
