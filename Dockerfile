# Node 24 with npm. Any image with both will do.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY scripts/prepare.js scripts/
COPY packages/client/package.json packages/client/
COPY packages/conform/package.json packages/conform/
COPY packages/console/package.json packages/console/
COPY packages/contract/package.json packages/contract/
COPY packages/mirror/package.json packages/mirror/
COPY packages/service/package.json packages/service/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run pack -- /release
# The tarball of the service, and beside it only the packages with native parts, in the versions of the lock file.
RUN mkdir -p /opt/paseo \
  && tar -xzf /release/paseo-service-*.tgz --strip-components=1 --directory /opt/paseo \
  && chmod 755 /opt/paseo/paseo.mjs \
  && node scripts/natives.ts /opt/paseo/node_modules
# Shows that the program runs, and fills the cache of compiled code, which the image cannot write later.
RUN node /opt/paseo/paseo.mjs keys --help > /dev/null

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /opt/paseo
COPY --from=build /opt/paseo /opt/paseo
RUN mkdir /data /backups && chown 1000:1000 /data /backups && ln -s /opt/paseo/paseo.mjs /usr/local/bin/paseo
USER 1000:1000
VOLUME /data
EXPOSE 8080
# Not /readyz: while the database is away, a restart would only make the outage longer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PROBE_PORT ?? process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM lets requests in flight finish, for up to 10 seconds, and closes the database.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "paseo.mjs"]
CMD ["serve"]
