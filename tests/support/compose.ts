import { readFileSync } from "node:fs";

const COMPOSE = readFileSync("compose.yaml", "utf8");

/** The shell script of a command: the lines after its `|`, or a list's last string. */
export function scriptOf(service: string, key: string): string {
  const heading = service.split("\n").find((line) => line.trimStart().startsWith(`${key}:`)) ?? "";
  const inline = /"([^"]*(?:\\.[^"]*)*)"\]$/.exec(heading);
  const text =
    inline === null ? (sectionOf(service, heading).split("- |\n")[1] ?? "") : JSON.parse(`"${inline[1]}"`);
  return String(text).replaceAll("$$", "$").replaceAll(/^ +/gm, "");
}

export function serviceCalled(name: string): string {
  return sectionOf(COMPOSE, `  ${name}:`);
}

/** The lines below a heading that are indented further than the heading. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const start = lines.indexOf(heading) + 1;
  if (start === 0) throw new Error(`compose.yaml has no ${heading}`);
  const indent = heading.length - heading.trimStart().length;
  const end = lines.findIndex(
    (line, index) => index >= start && line !== "" && line.length - line.trimStart().length <= indent,
  );
  return lines.slice(start, end === -1 ? undefined : end).join("\n");
}
