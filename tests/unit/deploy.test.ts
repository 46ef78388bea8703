import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { MAX_DRAIN_MS } from "~/services/shutdown.server";
import { serviceCalled } from "../support/compose";

// What docs/operations.md promises of the examples in deploy. Real Caddy and nginx run theirs in tests/scale.

/** A second more to close what outlives requests. */
const SECONDS_TO_END = MAX_DRAIN_MS / 1000 + 1;

const get = v.object({ httpGet: v.object({ path: v.string(), port: v.literal("http") }) });
const labels = v.object({ app: v.literal("cypto-on-the-go") });
const selector = v.object({ matchLabels: labels });
const CONTAINER = v.object({
  image: v.pipe(v.string(), v.regex(/:\d+\.\d+\.\d+$/)),
  ports: v.tuple([v.object({ name: v.literal("http"), containerPort: v.literal(3000) })]),
  resources: v.object({
    requests: v.object({ cpu: v.string() }),
    limits: v.object({ memory: v.literal("768Mi") }),
  }),
  ...{ readinessProbe: get, livenessProbe: get },
  lifecycle: v.object({ preStop: v.object({ sleep: v.object({ seconds: v.literal(5) }) }) }),
  securityContext: v.object({
    ...{ allowPrivilegeEscalation: v.literal(false), readOnlyRootFilesystem: v.literal(true) },
    capabilities: v.object({ drop: v.tuple([v.literal("ALL")]) }),
  }),
});
const POD = v.object({
  terminationGracePeriodSeconds: v.number(),
  securityContext: v.object({ runAsNonRoot: v.literal(true) }),
  containers: v.tuple([CONTAINER]),
});
const MANIFESTS = v.tuple([
  v.object({
    ...{ apiVersion: v.literal("apps/v1"), kind: v.literal("Deployment") },
    spec: v.object({
      selector,
      template: v.object({ metadata: v.object({ labels }), spec: POD }),
      strategy: v.object({
        rollingUpdate: v.object({ maxUnavailable: v.literal(0), maxSurge: v.literal(1) }),
      }),
    }),
  }),
  v.object({
    ...{ apiVersion: v.literal("v1"), kind: v.literal("Service") },
    spec: v.object({ selector: labels, ports: v.tuple([v.object({ targetPort: v.literal("http") })]) }),
  }),
  v.object({
    ...{ apiVersion: v.literal("policy/v1"), kind: v.literal("PodDisruptionBudget") },
    spec: v.object({ selector, maxUnavailable: v.literal(1) }),
  }),
  v.object({
    ...{ apiVersion: v.literal("autoscaling/v2"), kind: v.literal("HorizontalPodAutoscaler") },
    spec: v.object({
      scaleTargetRef: v.object({ kind: v.literal("Deployment"), name: v.literal("cypto-on-the-go") }),
      minReplicas: v.pipe(v.number(), v.minValue(2)),
      metrics: v.tuple([v.object({ resource: v.object({ name: v.literal("cpu") }) })]),
    }),
  }),
]);

it("Kubernetes: probes, a shutdown with time, a disruption budget, and scaling by the processor", () => {
  const text = readFileSync("deploy/kubernetes/site.yaml", "utf8");
  const [deployment] = v.parse(
    MANIFESTS,
    parseAllDocuments(text).map((document) => document.toJS()),
  );
  const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec;
  const [{ readinessProbe, livenessProbe, lifecycle }] = containers;
  expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(["/readyz", "/healthz"]);
  const { seconds } = lifecycle.preStop.sleep;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(seconds + SECONDS_TO_END);
});

it("systemd and Docker Compose leave time for the shutdown, and the memory that was measured", () => {
  const unit = readFileSync("deploy/systemd/cypto-on-the-go.service", "utf8");
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
  expect(Number(read("TimeoutStopSec"))).toBeGreaterThan(SECONDS_TO_END);
  expect(read("MemoryMax")).toBe("768M");
  expect(read("ExecStart")).toBe(`/usr/bin/node ${startOfImage().slice(1).join(" ")}`);
  const traefik = parse(readFileSync("deploy/traefik/compose.yaml", "utf8")).services.app;
  for (const app of [traefik, serviceCalled("app")])
    expect(app).toMatchObject({ mem_limit: "768m", read_only: true, stop_grace_period: "15s" });
  expect(traefik.labels["traefik.http.routers.site.rule"]).toContain("!PathRegexp(`(?i)^/(metrics|status)`)");
});

/** The command of the container image. */
function startOfImage(): readonly string[] {
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  return v.parse(v.array(v.string()), JSON.parse(command));
}
