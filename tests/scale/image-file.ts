import { readFileSync } from "node:fs";

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of the Dockerfile, stage by stage; the last one is the image. */
export function readStages(path: string): { readonly name: string; readonly instructions: Instruction[] }[] {
  const lines = readFileSync(path, "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n");
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^([A-Z]+)\s+(.*\S)/.exec(line) ?? [];
    if (name === "FROM") stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? "image", instructions: [] });
    else if (name !== "") stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

export interface Copy {
  /** The stage that it is copied from; null: the folder of the project. */
  readonly stage: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

export function readCopy(text: string): Copy {
  const stage = /^--from=(\S+)\s/.exec(text)?.[1] ?? null;
  const paths = text.replace(/^--from=\S+\s+/, "").split(/\s+/);
  return { stage, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
}

/** `A=1 B=2` as an object. */
export function readEnv(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The JSON form of CMD, also behind the options of HEALTHCHECK. */
export function readCommand(text: string): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf("[")));
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) {
    throw new Error(`Not a command: ${text}`);
  }
  return words;
}
