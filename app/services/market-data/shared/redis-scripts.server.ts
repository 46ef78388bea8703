/**
 * What Redis does in one step, as Lua. Each script replaces whatever stands at its keys, also what is of another type or
 * has no end.
 */

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

/**
 * KEYS: turn. ARGV: milliseconds between two calls. Takes the next free moment, on the clock of Redis, and answers how
 * many milliseconds it is away. A moment beyond the next ten minutes is none that was taken by this script.
 */
export const TAKE_TURN = `
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local next = now
if redis.call("type", KEYS[1]).ok == "string" then next = tonumber(redis.call("get", KEYS[1])) or now end
if next < now or next > now + 600000 then next = now end
redis.call("set", KEYS[1], string.format("%.0f", next + ARGV[1]), "px", 600000)
return next - now
`;
