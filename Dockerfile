# The image was not built where this file was written; its steps are run as shell steps by test/container (npm run test:long).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DEMO=off DATA_DIR=/app/data
COPY package.json ./
COPY content content
COPY migrations migrations
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Without DATABASE_URL the database lives here, without SMTP_URL the mail: mount a volume. Any user may write.
RUN mkdir -m 0777 data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]
