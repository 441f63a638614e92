#!/usr/bin/python3 -SE
"""Run scripts in forks of one process that has loaded Heat: loading takes a second or two, and the slow suites run many.

    forked.py SCRIPT ARGUMENT...    what /usr/bin/python3 SCRIPT ARGUMENT... does; in a fork if the process is there
    forked.py --serve               is that process, until its standard input ends (/usr/bin/python3 runs it)

It listens on heat.socket in $HOTSHIFT_SHARED_FOLDER.  A script gets the standard input, output and error of the caller.
"""

import json
import os
import socket
import sys

PYTHON = '/usr/bin/python3'
SOCKET = os.path.join(os.environ.get('HOTSHIFT_SHARED_FOLDER', ''), 'heat.socket')


def ask(arguments):
    """Has the process run a script; its exit code."""
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.connect(SOCKET)
        except OSError:
            # It has not begun to listen, or has ended.
            os.execv(PYTHON, [PYTHON, *arguments])
        socket.send_fds(server, [b' '], [0, 1, 2])
        server.sendall(json.dumps([arguments, os.getcwd(), dict(os.environ)]).encode())
        server.shutdown(socket.SHUT_WR)
        return int(server.recv(8) or 1)


def serve():
    import functools
    import gc
    import locale
    import select
    import signal

    from heat.common import config  # registers the options that the engine reads
    from heat.engine import resources
    from heat.engine import stack

    assert config and stack
    resources.initialise()
    # Every message of Heat's asks for it anew.
    locale.getdefaultlocale = functools.lru_cache(locale.getdefaultlocale)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(SOCKET)
    listener.listen(16)
    while True:
        ready, _, _ = select.select([0, listener], [], [])
        if 0 in ready and not os.read(0, 1):
            return
        if listener in ready:
            caller, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                answer(caller)
                os._exit(0)
            caller.close()


def answer(caller):
    """Runs a script as __main__, and sends its exit code."""
    _, handles, _, _ = socket.recv_fds(caller, 1, 3)
    for number, handle in enumerate(handles):
        os.dup2(handle, number)
        os.close(handle)
    with caller.makefile('rb') as request:
        arguments, folder, environment = json.load(request)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code = run(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    caller.sendall(b'%d' % code)


def run(arguments):
    import runpy
    import traceback

    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
    try:
        runpy.run_path(arguments[0], run_name='__main__')
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == '__main__':
    if sys.argv[1:] == ['--serve']:
        serve()
    elif sys.argv[1].startswith('-'):
        os.execv(PYTHON, [PYTHON, *sys.argv[1:]])
    else:
        sys.exit(ask(sys.argv[1:]))
