# `npm run test:container` builds this image and runs it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS server
# pg_dump and pg_restore of the package postgresql-client-15, without the Perl that it brings.
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 && cd /tmp && apt-get download postgresql-client-15 && dpkg -x postgresql-client-15_*.deb client && mv client/usr/lib/postgresql/15/bin/pg_dump client/usr/lib/postgresql/15/bin/pg_restore /usr/local/bin/ && rm -rf /tmp/* /var/lib/apt/lists/*
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
# Without DATABASE_URL the database is kept in data, without SMTP_URL the mail: mount volumes. Any user may write.
RUN mkdir -m 0777 data backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]

# The same server, and the programs that make the videos of clips: `docker build --target clips`.
FROM server AS clips
USER root
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
USER node

# What `docker build` makes without a target.
FROM server
