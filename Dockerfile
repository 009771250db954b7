# Two stages: the first builds, the second holds what runs. The image needs no network once it is built. The base is the
# image of this digest, for every platform. Another:  docker build --build-arg NODE_IMAGE=node:…@sha256:… .
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS build
WORKDIR /chronoscribe
COPY package.json package-lock.json ./
# The versions and hashes of the lockfile, and no script of any package: what ours builds is called by name below.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Packages of Temporal, for hosts that run their workflows there:  docker build --build-arg ENGINE=temporal .
ARG ENGINE
RUN npm run build && npm prune --omit=dev --ignore-scripts \
 && if [ "$ENGINE" = temporal ]; then \
      npm install --no-save --ignore-scripts --no-audit --no-fund \
        $(node -p "const { peerDependencies: all } = require('./package.json'); Object.keys(all).filter((name) => name.startsWith('@temporalio/')).map((name) => name + '@' + all[name]).join(' ')"); \
    fi \
 && rm -rf node_modules/node-linux-* node_modules/node-win-*

FROM ${NODE_IMAGE}
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
