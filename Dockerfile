FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/sql/package.json packages/sql/
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without optional packages, because the image brings no PostgreSQL and the SDK's frameworks count as optional here.
# Of the others the service needs one, the binary of argon2.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts
COPY --from=build /app/node_modules/@node-rs node_modules/@node-rs
# Node reads neither type definitions nor, unless it is told to, source maps.
RUN find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/migrations migrations
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/dist/bundle dist/bundle
COPY --from=build /app/dashboard/dist dashboard/dist
COPY --from=build /app/sdk/packed sdk/packed
# The user `node`, as a number so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/bundle/main.js"]
