# Two stages: the first builds, the second holds what runs. The image needs no network once it is built.
FROM node:24-bookworm-slim AS build
WORKDIR /chronoscribe
COPY package.json package-lock.json ./
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim
# ffmpeg decodes recordings faster and with less memory than the decoder that comes with npm; tini passes signals on.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg tini \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /chronoscribe
COPY --from=build /chronoscribe/package.json ./
COPY --from=build /chronoscribe/node_modules ./node_modules
COPY --from=build /chronoscribe/dist ./dist
COPY --from=build /chronoscribe/config ./config
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production CHRONOSCRIBE_HOST=0.0.0.0 CHRONOSCRIBE_PORT=8080 CHRONOSCRIBE_DATA=/data
VOLUME /data
EXPOSE 8080
# Ready, not only alive: 503 as soon as a stop is asked, so that a proxy looks elsewhere.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=16", "--heap-growing-percent=50", "dist/core/cli/main.js"]
CMD ["start"]
