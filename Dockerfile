# syntax=docker/dockerfile:1
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS dependencies
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM ${NODE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM ${NODE}
LABEL org.opencontainers.image.title="Cypto-On-The-GO" \
      org.opencontainers.image.description="Browse crypto coins, prices, price history and exchanges; complete as plain HTML"
ENV NODE_ENV=production \
    PORT=3000 \
    MARKET_DATA_TIMEOUT_MS=10000
WORKDIR /site
COPY package.json ./
COPY --from=dependencies /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY public ./public
# Files belong to root and the server runs as somebody else: what it serves it cannot change.
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1, not npm or a shell, so that SIGTERM reaches the server.
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"]
