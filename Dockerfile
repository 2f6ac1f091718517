# The harness in one small image: the embedded backend and the swarm are both verbs of it.
FROM python:3.12-slim

WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY harness harness
COPY scenarios scenarios
RUN pip install --no-cache-dir '.[postgres]'

RUN useradd --create-home player
USER player
WORKDIR /home/player
ENTRYPOINT ["harness"]
CMD ["--help"]
