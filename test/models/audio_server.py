"""An audio server with OpenAI's protocol over faster-whisper.

usage: audio_server.py MODEL_FOLDER

It listens on a free port of 127.0.0.1, which it prints, and knows one model, `tiny.en`. `/heard` tells how many requests it
has answered, and how many seconds of sound they had.
"""

import io
import socket
import sys
from typing import Annotated

import uvicorn
from fastapi import FastAPI, File, Form, HTTPException
from faster_whisper import WhisperModel

whisper = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=2)
app = FastAPI()
heard_so_far = {"requests": 0, "seconds": 0.0}


@app.get("/heard")
def heard_until_now():
    return heard_so_far


@app.get("/v1/models")
def models():
    return {"object": "list", "data": [{"id": "tiny.en", "object": "model"}]}


@app.post("/v1/audio/transcriptions")
def transcription(
    file: Annotated[bytes, File()],
    model: Annotated[str, Form()],
    language: Annotated[str | None, Form()] = None,
    prompt: Annotated[str | None, Form()] = None,
    granularities: Annotated[list[str], Form(alias="timestamp_granularities[]")] = [],
):
    """Always in the form of verbose_json, of which `text` is the whole answer in the form of json."""
    if model != "tiny.en":
        raise HTTPException(404, f"there is no model {model}")
    segments, about = whisper.transcribe(
        io.BytesIO(file), language=language, initial_prompt=prompt, word_timestamps="word" in granularities
    )
    heard_so_far["requests"] += 1
    heard_so_far["seconds"] += about.duration
    scores = ("id", "start", "end", "text", "temperature", "avg_logprob", "compression_ratio", "no_speech_prob")
    all_segments = list(segments)
    heard = [{score: getattr(segment, score) for score in scores} for segment in all_segments]
    words = [
        {"word": word.word, "start": word.start, "end": word.end, "probability": word.probability}
        for segment in all_segments
        for word in segment.words or []
    ]
    text = "".join(segment["text"] for segment in heard).strip()
    answer = {"task": "transcribe", "language": about.language, "duration": about.duration, "text": text}
    return {**answer, "segments": heard, "words": words}


listener = socket.create_server(("127.0.0.1", 0))
print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
