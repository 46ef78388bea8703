# Node 24 is supported until April 2028. Tags can move, so the digest says which image it is, on every architecture
# (`docker buildx imagetools inspect node:24.21.0-trixie-slim` prints it). Renovate keeps both up to date.
ARG NODE=node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe

# What these two stages make is the same on every architecture, so they run on that of the builder, and the last one runs nothing.
FROM --platform=$BUILDPLATFORM ${NODE} AS dependencies
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# Removes what Node does not read: source maps, types and documentation. Licences stay.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts \
 && rm -rf node_modules/.bin \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \
      -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -delete \
 # Of the fonts, keeps the two that preview images use.
 && find node_modules/dejavu-fonts-ttf -type f ! -name LICENSE ! -name package.json \
      ! -name DejaVuSans.ttf ! -name DejaVuSans-Bold.ttf -delete

FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY vite.config.ts tsconfig.json ./
COPY scripts ./scripts
COPY app ./app
# For /healthz and /metrics; the repository is not here.
ARG REVISION=
RUN npm run build

FROM ${NODE}
# A visitor waits no longer than the timeout for the service.
# The heap holds market data, the search index and the rendering. Cached pages (48 MB), files and compression live outside of it; docs/scaling.md says how much was resident under load.
# Half of Node's default for the young generation saves 17 to 30 MB.
# The allocator keeps freed memory in each arena; two arenas instead of eight per processor keep that small.
ENV NODE_ENV=production \
    PORT=3000 \
    MARKET_DATA_TIMEOUT_MS=10000 \
    NODE_OPTIONS="--max-old-space-size=256 --max-semi-space-size=8" \
    MALLOC_ARENA_MAX=2
WORKDIR /site
COPY package.json ./
COPY --from=dependencies /site/node_modules ./node_modules
COPY public ./public
COPY --from=build /site/build ./build
# `docker run --rm … cypto-on-the-go doctor`: the base image's entrypoint runs what it finds by name.
COPY --chmod=755 scripts/doctor/doctor.sh /usr/local/bin/doctor
# The user "node" of the base image, by number so that Kubernetes can see that it is not root. It owns no files and writes none:
# the root file system may be read-only.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# On SIGTERM the server finishes open requests, within 8 s.
STOPSIGNAL SIGTERM
# Process 1 is node, not npm or a shell, so that the signal reaches the server.
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"]

# Optional, for labels and metrics: docker build --build-arg REVISION="$(git rev-parse HEAD)" --build-arg SOURCE=… .
ARG VERSION=
ARG REVISION=
ARG SOURCE=
ARG LICENSES=
LABEL org.opencontainers.image.title="Cypto-On-The-GO" \
      org.opencontainers.image.description="Browse crypto coins, prices, price history and exchanges; complete as plain HTML" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="${LICENSES}"
