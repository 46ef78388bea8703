import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A service of compose.yaml, as far as tests need it. */
interface Service {
  readonly environment: Readonly<Record<string, string | number>>;
  readonly command: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

const { services }: { services: Readonly<Record<string, Service>> } = parse(
  readFileSync("compose.yaml", "utf8"),
  { merge: true },
);

export function serviceCalled(name: string): Service {
  const service = services[name];
  if (service === undefined) throw new Error(`compose.yaml has no ${name}`);
  return service;
}

/** The shell script that a command ends with. */
export function scriptOf(command: readonly string[]): string {
  return command.at(-1)?.replaceAll("$$", "$") ?? "";
}
