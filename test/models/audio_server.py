"""An audio server with OpenAI's protocol over faster-whisper.

usage: audio_server.py MODEL_FOLDER

It listens on a free port of 127.0.0.1, which it prints, and knows one model, `tiny.en`.
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


@app.get("/v1/models")
def models():
    return {"object": "list", "data": [{"id": "tiny.en", "object": "model"}]}


@app.post("/v1/audio/transcriptions")
def transcription(
    file: Annotated[bytes, File()],
    model: Annotated[str, Form()],
    language: Annotated[str | None, Form()] = None,
    prompt: Annotated[str | None, Form()] = None,
):
    """Always in the form of verbose_json, of which `text` is the whole answer in the form of json."""
    if model != "tiny.en":
        raise HTTPException(404, f"there is no model {model}")
    segments, about = whisper.transcribe(io.BytesIO(file), language=language, initial_prompt=prompt)
    scores = ("id", "start", "end", "text", "temperature", "avg_logprob", "compression_ratio", "no_speech_prob")
    heard = [{score: getattr(segment, score) for score in scores} for segment in segments]
    text = "".join(segment["text"] for segment in heard).strip()
    return {"task": "transcribe", "language": about.language, "duration": about.duration, "text": text, "segments": heard}


listener = socket.create_server(("127.0.0.1", 0))
print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
