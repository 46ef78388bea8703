import { examine } from "./examine";

// `npm run doctor`, or `doctor` in the container: a line for each finding, and status 1 if something is wrong.
const findings = await examine(process.env);
for (const { isWell, words } of findings) console.info(`${isWell ? "ok   " : "WRONG"} ${words}`);
process.exit(findings.every(({ isWell }) => isWell) ? 0 : 1);
