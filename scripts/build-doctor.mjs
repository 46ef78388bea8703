// A part of `npm run build`: the container has the doctor, and nothing of its source.
import { buildForNode } from "./build-for-node.mjs";

await buildForNode("scripts/doctor/doctor.ts", "build/doctor");
