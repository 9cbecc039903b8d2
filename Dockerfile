# `npm run test:container` builds this image and runs it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
# Makes the videos of clips.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DEMO=off DATA_DIR=/app/data
COPY package.json ./
COPY content content
COPY migrations migrations
# The server is bundled, but for the embedded database. Each installation makes its own database at the first start.
COPY --from=build /app/node_modules/@electric-sql/pglite node_modules/@electric-sql/pglite
COPY --from=build /app/dist/sbom.cdx.json dist/sbom.cdx.json
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/dist/server dist/server
# Without DATABASE_URL the database is kept here, without SMTP_URL the mail: mount a volume. Any user may write.
RUN mkdir -m 0777 data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]
