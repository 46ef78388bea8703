import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPOSE, listIn, sectionOf, serviceCalled } from "../support/compose";

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

  it("nginx has more memory than its caches", () => {
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
    const data = megabytes(valkey, /maxmemory (\d+)mb/);
    expect(megabytes(valkey, /mem_limit: (\d+)m/)).toBeGreaterThanOrEqual(2 * data);
  });
});

describe("Valkey in compose.yaml", () => {
  it("shares its network with the app alone, and nobody outside can reach it", () => {
    const networks = (name: string) => listIn(serviceCalled(name), "networks");
    expect(networks("valkey")).toEqual(["cache"]);
    expect(networks("nginx")).not.toContain("cache");
    expect(networks("app")).toContain("cache");
    expect(sectionOf(sectionOf(COMPOSE, "networks:"), "  cache:")).toContain("internal: true");
    expect(serviceCalled("valkey")).not.toContain("ports:");
  });

  it("does not start without a password, which the app sends", () => {
    expect(serviceCalled("valkey")).toContain("VALKEY_PASSWORD: ${VALKEY_PASSWORD:?");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as compose.yaml writes it
    expect(serviceCalled("app")).toContain("MARKET_DATA_CACHE_URL: redis://:${VALKEY_PASSWORD}@valkey:6379");
  });
});

describe("what runs here and in CI", () => {
  const WORKFLOW = readFileSync(".github/workflows/ci.yml", "utf8");
  const DOCKERFILE = readFileSync("Dockerfile", "utf8");

  it("is an image of an exact version and digest", () => {
    const images = [COMPOSE, WORKFLOW, DOCKERFILE].flatMap((text) =>
      [...text.matchAll(/^\s*(?:- )?(?:image: |container: |ARG NODE=|FROM )(\S+)/gm)].map(
        ([, image = ""]) => image,
      ),
    );
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the files write it
    const named = images.filter((image) => !["${NODE}", "${{"].includes(image));
    expect(named).toHaveLength(5);
    for (const image of named)
      expect(image).toMatch(/^[\w/]+:\d+\.\d+\.\d+-\w+(?:-\w+)*@sha256:[0-9a-f]{64}$/);
  });

  it("is an action of an exact commit, with its version beside it", () => {
    const uses = [...WORKFLOW.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses).toHaveLength(3);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("has a size for each directory in memory, which counts as memory of the container", () => {
    for (const name of SERVICES) {
      const directories = listIn(serviceCalled(name), "tmpfs");
      expect(directories.length, name).toBeGreaterThan(0);
      for (const directory of directories) expect(directory).toMatch(/^\/[\w/]+:(?:.*,)?size=\d+m$/);
    }
  });
});

function all(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number));
}

function sum(text: string, pattern: RegExp): number {
  return all(text, pattern).reduce((total, number) => total + number, 0);
}

function megabytes(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}
