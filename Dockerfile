# veriframe in a container: `docker build -t veriframe .`, then
# `docker run --rm -v "$PWD:/work" veriframe verify .`
FROM rust:1.95-slim AS build
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends python3 python3-pip \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN packaging/tarball.sh dist \
    && mkdir /veriframe \
    && tar -C /veriframe --strip-components=1 -xzf target/packages/veriframe-*.tar.gz

FROM debian:stable-slim
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libstdc++6 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /veriframe /opt/veriframe
RUN ln -s /opt/veriframe/bin/veriframe /usr/local/bin/veriframe
USER nobody
ENV VERIFRAME_CACHE=off
WORKDIR /work
ENTRYPOINT ["veriframe"]
