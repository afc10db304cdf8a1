# syntax=docker/dockerfile:1
# The relay with its page, as one program: docs/RELAY.md says how to run it.

FROM node:22-bookworm-slim AS page
WORKDIR /src
COPY package.json package-lock.json ./
COPY ui/package.json ui/
RUN npm ci --workspace ui --no-audit --no-fund
COPY ui ui
RUN npm run build --workspace ui

FROM rust:1.95-bookworm AS relay
WORKDIR /src
COPY . .
COPY --from=page /src/ui/dist ui/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package vierschach-relay \
    && cp target/release/vierschach-relay /usr/local/bin/

FROM debian:bookworm-slim
RUN useradd --system --uid 7460 --no-create-home vierschach \
    && install --directory --owner vierschach --group vierschach /data
COPY --from=relay /usr/local/bin/vierschach-relay /usr/local/bin/
USER vierschach
VOLUME /data
EXPOSE 7460
ENV VIERSCHACH_BIND=0.0.0.0:7460 VIERSCHACH_DATA=/data
# It tells its clients and ends by itself within five seconds of the signal.
STOPSIGNAL SIGTERM
ENTRYPOINT ["vierschach-relay"]
