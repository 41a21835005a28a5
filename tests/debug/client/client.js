// Drives `veriframe dap` by the client that debug adapters of Visual Studio Code are tested with.
const assert = require('assert');
const { spawn } = require('child_process');
const path = require('path');
const { createInterface } = require('readline');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const [veriframe, root] = process.argv.slice(2);
let checks = 0;
function check(actual, expected, what) {
  assert.deepStrictEqual(actual, expected, what);
  checks += 1;
}

// Sends a request, and waits for the stop after it.
async function stops(client, request) {
  const [event] = await Promise.all([client.waitForEvent('stopped'), request()]);
  return event.body;
}

async function values(client, reference) {
  const response = await client.variablesRequest({ variablesReference: reference });
  return response.body.variables;
}

async function named(client, scope) {
  const { body } = await client.scopesRequest({ frameId: 0 });
  const found = body.scopes.find((known) => known.name === scope);
  return values(client, found.variablesReference);
}

async function line(client) {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  return body.stackFrames[0].line;
}

const plain = (variables) => Object.fromEntries(variables.map((v) => [v.name, v.value]));

// The interpreter: breakpoints, steps, a fork, a failure.
async function live(client) {
  const program = path.join(root, 'tests/debug/calls.idf');
  await Promise.all([
    client.waitForEvent('initialized').then(async () => {
      const set = await client.setBreakpointsRequest({
        source: { path: program },
        breakpoints: [{ line: 11 }, { line: 999 }],
      });
      check(set.body.breakpoints.map((b) => b.verified), [true, false], 'lines');
      const of = await client.setFunctionBreakpointsRequest({
        breakpoints: [{ name: 'Main.inverse' }, { name: 'Main.nothing' }],
      });
      check(of.body.breakpoints.map((b) => b.verified), [true, false], 'members');
      await client.setExceptionBreakpointsRequest({ filters: ['failures'] });
      return client.configurationDoneRequest();
    }),
    client.launch({ program, member: 'Main.run', run: true, inputs: { n: 'N' }, stopOnEntry: false }),
    client.assertStoppedLocation('breakpoint', { path: program, line: 11 }),
  ]);
  check((await client.threadsRequest()).body.threads.map((t) => t.name), ['Main.run'], 'threads');
  check(plain(await named(client, 'Store')), { n: 'N', m: 'm', a: '6' }, 'store');
  check((await stops(client, () => client.stepBackRequest({ threadId: 1 }))).reason, 'step', 'back');
  await stops(client, () => client.reverseContinueRequest({ threadId: 1 }));
  check(await line(client), 10, 'the start');
  check((await stops(client, () => client.continueRequest({ threadId: 1 }))).reason, 'breakpoint', 'again');
  await stops(client, () => client.stepInRequest({ threadId: 1 }));
  check(await line(client), 4, 'into the call');
  await stops(client, () => client.stepOutRequest({ threadId: 1 }));
  check(await line(client), 12, 'out of it');
  const entered = await stops(client, () => client.stepInRequest({ threadId: 1 }));
  check(entered.reason, 'breakpoint', 'the breakpoint on the member');
  const { body: calls } = await client.stackTraceRequest({ threadId: 1 });
  check(calls.stackFrames.map((f) => [f.name, f.line]), [['Main.inverse', 7], ['Main.run', 12]], 'calls');
  const fork = await stops(client, () => client.nextRequest({ threadId: 1 }));
  check(fork.reason, 'fork', 'a fork');
  const { body: targets } = await client.stepInTargetsRequest({ frameId: 0 });
  check(targets.targets.map((t) => t.label), ['2 * N = 0', '2 * N != 0'], 'sides');
  const value = await client.evaluateRequest({ expression: 'x + 1', context: 'watch' });
  check(value.body.result, '2 * N + 1', 'a value');
  await client.evaluateRequest({ expression: 'save here', context: 'repl' });
  await stops(client, () => client.customRequest('goto', { threadId: 1, targetId: 1 }));
  const failed = await stops(client, () => client.continueRequest({ threadId: 1 }));
  check(failed.reason, 'exception', 'a failure');
  const info = await client.exceptionInfoRequest({ threadId: 1 });
  check(info.body.exceptionId, 'division-by-zero', 'its code');
  assert.match(info.body.details.message, /N = 0/);
  const again = await stops(client, () => client.evaluateRequest({ expression: 'restore here; go false', context: 'repl' }));
  check(again.reason, 'fork', 'the next fork');
  check(again.text, 'fork: m = null | m != null', 'its sides');
  const other = await stops(client, () => client.stepInRequest({ threadId: 1, targetId: 2 }));
  check(other.reason, 'step', 'the other side');
  await stops(client, () => client.nextRequest({ threadId: 1 }));
  const heap = await named(client, 'Heap');
  check(plain(await values(client, heap.find((v) => v.name === 'm').variablesReference)), { count: '6' }, 'fields');
  const path_ = await named(client, 'Path condition');
  check(path_.length, 2, 'the path condition');
  const end = await stops(client, () => client.stepOutRequest({ threadId: 1 }));
  check([end.reason, end.text], ['end', 'returns 100 / (2 * N) + 6'], 'the end');
  await Promise.all([client.waitForEvent('terminated'), client.continueRequest({ threadId: 1 })]);
  check(true, true, 'terminated');
  const response = await client.disconnectRequest();
  check(response.success, true, 'disconnected');
}

// A recorded proof that fails.
async function recorded(client) {
  const program = path.join(root, 'tests/debug/missing_conjunct.idf');
  await Promise.all([
    client.waitForEvent('initialized').then(() => client.configurationDoneRequest()),
    client.launch({ program, member: 'Account.raise' }),
    client.assertStoppedLocation('entry', { path: program, line: 13 }),
  ]);
  const failed = await stops(client, () => client.continueRequest({ threadId: 1 }));
  check(failed.reason, 'exception', 'a failed proof');
  const info = await client.exceptionInfoRequest({ threadId: 1 });
  check(info.body.exceptionId.split(':')[0], 'postcondition', 'its code');
  await stops(client, () => client.stepBackRequest({ threadId: 1 }));
  check(await line(client), 17, 'the assignment');
  const heap = await named(client, 'Heap');
  const self = heap.find((v) => v.name === 'this');
  check((await values(client, self.variablesReference)).map((v) => v.name), ['balance', 'limit'], 'fields');
  check((await named(client, 'Old heap')).length > 0, true, 'the old heap');
  await assert.rejects(client.evaluateRequest({ expression: 'nothing', context: 'hover' }), /nothing/);
  checks += 1;
  await assert.rejects(client.customRequest('unheardOf'), /not supported/);
  checks += 1;
  check((await client.disconnectRequest()).success, true, 'disconnected');
}

// Over a port.
async function port() {
  const server = spawn(veriframe, ['dap', '--port', '0']);
  const lines = createInterface({ input: server.stderr });
  const listening = await new Promise((resolve) => lines.once('line', resolve));
  const client = new DebugClient(veriframe, 'dap', 'veriframe');
  await client.start(Number(/:(\d+)$/.exec(listening)[1]));
  const { body } = await client.initializeRequest();
  check(body.supportsStepBack, true, 'over a port');
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await client.disconnectRequest();
  check(await ended, 0, 'the server ends');
}

async function main() {
  for (const run of [live, recorded]) {
    const client = new DebugClient(veriframe, 'dap', 'veriframe');
    client.defaultTimeout = 60000;
    await client.start();
    await run(client);
  }
  await port();
  console.log(`${checks} checks passed`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
