import { logAsJson } from "./log.server";
import { type Config, ConfigError, parseConfig } from "./settings.server";

/** The settings of this process, which does not start with wrong ones. */
export const config: Config = readConfigOrStop();

function readConfigOrStop(): Config {
  try {
    const read = parseConfig(process.env);
    // Here, because other modules may log while they are loaded.
    if (import.meta.env.PROD && read.logFormat === "json") logAsJson();
    return read;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Sentences for the operator, not a stack for a developer.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
