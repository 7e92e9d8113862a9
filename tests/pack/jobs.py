"""Prints jobs of bots at two tables, a few moves long, and what the native engine answers."""

import json

import msgspec
from bot_games import deal

from ilos.server.botpool.jobs import JobRunner, bot_job, job_text
from ilos.views import view

MOVES = 8
BOT = "gentle"


def print_jobs(table: int) -> None:
    """Let bots play a few moves; each seat goes on from what it thought the move before."""
    game, runner = deal(3, table), JobRunner()
    for number in range(MOVES):
        seat = game.pending.seat
        job = bot_job(view(game, seat), BOT, f"{table}/{seat}", seed=100 * table + number)
        answer = runner.run(job)
        print(
            json.dumps(
                {
                    "key": job.key,
                    "text": job_text(job),
                    "answer": json.loads(msgspec.json.encode(answer)),
                }
            )
        )
        game.play(answer["move"], seat)


if __name__ == "__main__":
    for table in (1, 2):
        print_jobs(table)
