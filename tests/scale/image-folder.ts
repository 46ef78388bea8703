import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Instruction, readCommand, readCopy, readEnv, readStages } from "./image-file";

export interface Image {
  /** What the image has in its working folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Numbers of user and group. */
  readonly user: readonly [string, string];
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
  readonly stopSignal: string;
  remove(): Promise<void>;
}

/** Does what the Dockerfile says, in a folder instead of a container; the build is the one that is there already. */
export async function makeImage(): Promise<Image> {
  const stages = readStages("Dockerfile");
  const image = stages.at(-1)?.instructions ?? [];
  const root = await mkdtemp(join(tmpdir(), "site-image-"));
  // For whoever the image runs as.
  await chmod(root, 0o755);
  const folder = join(root, "site");
  const workFolder = `${only(image, "WORKDIR")}/`;
  for (const { text } of image.filter(({ name }) => name === "COPY")) {
    const { stage, sources, target } = readCopy(text);
    const from =
      stage === "dependencies" ? await installDependencies(stages, join(root, stage)) : process.cwd();
    for (const source of sources) {
      const path = source.startsWith(workFolder) ? source.slice(workFolder.length) : source;
      await cp(join(from, path), join(folder, target.endsWith("/") ? path : target), { recursive: true });
    }
  }
  const [user = "", group = ""] = only(image, "USER").split(":");
  return {
    folder,
    env: readEnv(only(image, "ENV")),
    user: [user, group],
    command: readCommand(only(image, "CMD")),
    healthCommand: readCommand(only(image, "HEALTHCHECK")),
    stopSignal: only(image, "STOPSIGNAL"),
    remove: () => rm(root, { recursive: true }),
  };
}

async function installDependencies(stages: ReturnType<typeof readStages>, folder: string): Promise<string> {
  const instructions = stages.find(({ name }) => name === "dependencies")?.instructions ?? [];
  for (const source of readCopy(only(instructions, "COPY")).sources) await cp(source, join(folder, source));
  const script = only(instructions, "RUN").replace(/^--mount=\S+/, "");
  await promisify(execFile)("sh", ["-c", script], { cwd: folder });
  return folder;
}

function only(instructions: readonly Instruction[], name: string): string {
  const found = instructions.filter((instruction) => instruction.name === name);
  const [instruction] = found;
  if (instruction === undefined || found.length > 1)
    throw new Error(`Expected one ${name} in the Dockerfile.`);
  return instruction.text;
}
