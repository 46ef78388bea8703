import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const COMPOSE = readFileSync("compose.yaml", "utf8");
const CACHE = readFileSync("deploy/nginx/site.conf", "utf8");
const SERVICES = ["nginx", "app", "valkey"];

describe("in compose.yaml", () => {
  it.each(SERVICES)("%s has limits for memory and processes, and its log is rotated", (name) => {
    const service = serviceCalled(name);
    expect(megabytes(service, /mem_limit: (\d+)m/)).toBeGreaterThan(0);
    expect(service).toContain("<<: *hardened");
    const shared = sectionOf(COMPOSE, "x-hardened: &hardened");
    expect(shared).toMatch(/pids_limit: \d+/);
    expect(shared).toMatch(/driver: json-file\n\s+options:\n\s+max-size: \d+m\n\s+max-file: "\d+"/);
  });

  it("there is no other service", () => {
    const names = [...sectionOf(COMPOSE, "services:").matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
    expect(names).toEqual(SERVICES);
  });

  it("nginx has memory for its caches, and more for itself", () => {
    const room = megabytes(serviceCalled("nginx"), /size=(\d+)m/);
    // The limits of both caches, and what each must leave free.
    const files = sum(CACHE, /max_size=(\d+)m/g) + Math.max(...all(CACHE, /min_free=(\d+)m/g));
    expect(files).toBeLessThanOrEqual(room);
    const zones = sum(CACHE, /keys_zone=\w+:(\d+)m/g);
    expect(room + zones).toBeLessThan(megabytes(serviceCalled("nginx"), /mem_limit: (\d+)m/) / 1.5);
  });

  it("a replica has more memory than its heap, and Valkey more than its data", () => {
    const heap = megabytes(readFileSync("Dockerfile", "utf8"), /max-old-space-size=(\d+)/);
    expect(megabytes(serviceCalled("app"), /mem_limit: (\d+)m/)).toBeGreaterThanOrEqual(2 * heap);
    const valkey = serviceCalled("valkey");
    const data = megabytes(valkey, /(\d+)mb/);
    expect(megabytes(valkey, /mem_limit: (\d+)m/)).toBeGreaterThanOrEqual(2 * data);
  });
});

function serviceCalled(name: string): string {
  return sectionOf(COMPOSE, `  ${name}:`);
}

/** The lines below a heading that are indented further than the heading. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const start = lines.indexOf(heading) + 1;
  expect(start, heading).toBeGreaterThan(0);
  const indent = heading.length - heading.trimStart().length;
  const end = lines.findIndex(
    (line, index) => index >= start && line !== "" && line.length - line.trimStart().length <= indent,
  );
  return lines.slice(start, end === -1 ? undefined : end).join("\n");
}

function all(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number));
}

function sum(text: string, pattern: RegExp): number {
  return all(text, pattern).reduce((total, number) => total + number, 0);
}

function megabytes(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}
