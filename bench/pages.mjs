// The pages in Debian's Chromium, each time as a ratio to a baseline of the same run:
//   node pages.mjs BASE SIMULATOR TOKENS_FILE SITE_FOLDER ROUNDS
// Times are milliseconds and medians; sizes are bytes on the wire, so compressed.
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expectMessage, order, tokensOf, tradingPassword } from './calls.mjs';

const browserTests = new URL('../tests/browser/package.json', import.meta.url);
const { chromium } = createRequire(browserTests)('@playwright/test');

const [base, simulator, tokensFile, siteFolder, rounds] = process.argv.slice(2);
const tokens = await tokensOf(tokensFile);
const slowerProcessor = 4;
const tradesEachSecond = 100;
const watched = 10_000;
const longestWait = 10_000;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const ms = (value) => `${value.toFixed(0)} ms`;
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

const times = async (act) => {
  const found = [];
  for (let round = 0; round < Number(rounds); round += 1) found.push(await act(round));
  return found;
};

/** "name: 12 ms ÷ what it is compared with 10 ms = 1.20 (floor …)" of the medians. */
function report(name, values, baseline, baselines, budget) {
  const [value, other] = [median(values), median(baselines)];
  const ratio = (value / other).toFixed(2);
  console.log(`${name}: ${ms(value)} ÷ ${baseline} ${ms(other)} = ${ratio} (${budget})`);
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});

/** A page with nothing in its cache; of a client, when there is a session. */
async function newPage(session, extraHTTPHeaders = {}, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders,
    ...options,
  });
  const page = await context.newPage();
  if (session) {
    const { token: value, ...known } = session;
    const name = `cambio-${new URL(base).port}`;
    await context.addCookies([{ name, value, url: base, httpOnly: true, sameSite: 'Strict' }]);
    await page.addInitScript(
      (text) => localStorage.setItem('cambio.session', text),
      JSON.stringify({ ...known, began: Date.now() }),
    );
  }
  return page;
}

async function sessionOf(token) {
  const reply = await fetch(`${base}/api/v3/account-client`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { client } = await reply.json();
  return { token, client, user: client.user };
}

/** The bytes of JavaScript, as gzip, that a page takes until it asks for nothing more. */
async function scriptBytes(path, session) {
  const page = await newPage(session, { 'accept-encoding': 'gzip' });
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    if (new URL(request.url()).pathname.endsWith('.js'))
      bytes += (await request.sizes()).responseBodySize;
  });
  await page.goto(base + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A page that listens to pushes may go on asking.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await page.context().close();
  return bytes;
}

/** Of the landing page: until the living page stands in the place of the drawn one, and all. */
async function landingBytes() {
  // What the site's worker hands on has lost the size that it came in.
  const options = { serviceWorkers: 'block' };
  const page = await newPage(undefined, { 'accept-encoding': 'gzip' }, options);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main') || document.querySelector('.first-view')) return;
      observer.disconnect();
      globalThis.livingAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(base);
  await page.locator('main[data-ready]').waitFor();
  const bytes = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const bytesOf = (list) => list.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const first = scripts.filter(({ startTime }) => startTime < globalThis.livingAt);
    return { first: bytesOf(first), all: bytesOf(scripts) };
  });
  await page.context().close();
  return bytes;
}

/** When the largest part of the first view is drawn, on a slower processor. */
async function largestPaint(path) {
  const page = await newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      globalThis.largestPaint = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(base + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined);
  const time = await page.evaluate(() => globalThis.largestPaint);
  await page.context().close();
  return time;
}

/** Landing, against a page of the same headline and style sheet that needs no script. */
async function landing() {
  const page = await newPage();
  await page.goto(base);
  const headline = await page.getByRole('heading', { level: 1 }).innerText();
  const style = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
  await page.context().close();
  const plain = `${siteFolder}/bench.html`;
  await writeFile(
    plain,
    `<!doctype html><title>plain</title><link rel="stylesheet" href="${style}"><h1>${headline}</h1>`,
  );
  const paints = [];
  const plainPaints = await times(async () => {
    paints.push(await largestPaint('/'));
    return largestPaint('/bench.html');
  });
  await rm(plain);
  const { first, all } = await landingBytes();
  console.log(
    `landing, JavaScript until the living page stands: ${kB(first)} (floor 93 kB, goal 90 kB); all: ${kB(all)}`,
  );
  report(
    `landing, largest paint on a ${slowerProcessor} times slower processor`,
    paints,
    'a page without scripts',
    plainPaints,
    'floor 1200 ms, goal 800 ms',
  );
}

/** Milliseconds from the click on a button until a frame finds the words on the page. */
const pressUntil = (button, words) =>
  button.evaluate(
    (element, { words, longest }) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        element.click();
        const look = () => {
          const time = performance.now() - start;
          if (document.body.innerText.includes(words)) resolve(time);
          else if (time > longest) reject(new Error(`no "${words}" after ${longest} ms`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    { words, longest: longestWait },
  );

/** Buys at the market by the form: how long the two clicks take, to the dialog and to the message. */
async function buy(page) {
  const form = page.getByRole('form', { name: 'Buy BTC' });
  await form.getByRole('textbox', { name: 'Total' }).fill('10');
  const button = form.getByRole('button', { name: 'Buy BTC', exact: true });
  const toDialog = await pressUntil(button, 'Confirm order');
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  await dialog.getByLabel('Transaction password').fill(tradingPassword);
  const done = 'Order created successfully';
  const toMessage = await pressUntil(
    dialog.getByRole('button', { name: 'Confirm buy' }),
    done,
  );
  await page.getByText(done).first().waitFor({ state: 'detached' });
  return { toDialog, toMessage };
}

/** The same order without a page. */
async function bareOrder(number) {
  const start = performance.now();
  const answer = await order(base, tokens[0], `page-${Date.now()}-${number}`, {
    name: 'BTCUSDT',
    delegate_type: 'BUY',
    total: '10',
    market_type: 'MARKET',
  });
  expectMessage(answer, 'success', 'order');
  return performance.now() - start;
}

async function tradePage() {
  const page = await newPage(await sessionOf(tokens[0]));
  await page.goto(`${base}/trades/spot/BTC`);
  const form = page.getByRole('form', { name: 'Buy BTC' });
  await form.getByText('Available').filter({ hasText: /\d/ }).waitFor();
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  return page;
}

/** Gaps between frames and shifts of the layout while nobody touches the page. */
const watch = (page) =>
  page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        const gaps = [];
        let shift = 0;
        const shifts = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += entry.value;
        });
        shifts.observe({ type: 'layout-shift' });
        const start = performance.now();
        let last = start;
        const frame = () => {
          const now = performance.now();
          gaps.push(now - last);
          last = now;
          if (now - start < duration) return requestAnimationFrame(frame);
          gaps.sort((a, b) => a - b);
          resolve({ gap: gaps[Math.floor(gaps.length * 0.99)], shift });
        };
        requestAnimationFrame(frame);
      }),
    watched,
  );

/** How many bytes a second a connection to a market's stream is sent, as browsers ask or not packed. */
async function heardBytes(extensions) {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /stream/market/BTCUSDT HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n` +
      `${extensions}\r\n`,
  );
  await new Promise((heard) => socket.once('data', heard));
  const before = socket.bytesRead;
  await new Promise((done) => setTimeout(done, watched));
  const bytes = socket.bytesRead - before;
  socket.destroy();
  return (bytes * 1000) / watched;
}

async function viewer(when) {
  const [packed, plain] = await Promise.all(
    ['Sec-WebSocket-Extensions: permessage-deflate\r\n', ''].map(heardBytes),
  );
  const ratio = (packed / plain).toFixed(2);
  console.log(
    `a viewer of a market, ${when}: ${(packed / 1000).toFixed(1)} kB/s ÷ not packed ` +
      `${(plain / 1000).toFixed(1)} kB/s = ${ratio} (goal 8 kB/s)`,
  );
}

/** Trades of other clients until `stop()`, which says how many there were a second. */
async function startTrades() {
  const program = fileURLToPath(new URL('trades.mjs', import.meta.url));
  const trades = spawn(
    process.execPath,
    [program, base, tokensFile, 'BTCUSDT', '0.00010', String(tradesEachSecond)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // A failure in between must not leave it trading.
  process.once('exit', () => trades.kill());
  const counts = [];
  const lines = createInterface({ input: trades.stdout });
  lines.on('line', (line) => counts.push(Number(line)));
  await new Promise((resolve) => lines.once('line', resolve));
  return () => {
    trades.kill();
    return median(counts);
  };
}

async function trading() {
  const session = await sessionOf(tokens[0]);
  console.log(
    `trade page, JavaScript: ${kB(await scriptBytes('/trades/spot/BTC', session))} (floor 300 kB, goal 220 kB)`,
  );
  const page = await tradePage();
  const bare = [];
  const calm = await times(async (round) => {
    bare.push(await bareOrder(round));
    return buy(page);
  });
  const budget = 'floor 300 ms, goal 100 ms';
  const messages = (list) => list.map(({ toMessage }) => toMessage);
  const dialogs = (list) => list.map(({ toDialog }) => toDialog);
  report('trade page, Confirm to its message', messages(calm), 'the call alone', bare, budget);
  const still = await watch(page);
  await viewer('calm');
  const stop = await startTrades();
  const loaded = await watch(page);
  const busy = await times(() => buy(page));
  await viewer('under trades');
  const rate = stop();
  const under = `trade page under ${rate} trades/s`;
  report(`${under}, Buy to its dialog`, dialogs(busy), 'calm', dialogs(calm), budget);
  report(`${under}, Confirm to its message`, messages(busy), 'calm', messages(calm), budget);
  report(`${under}, gap of frames, p99`, [loaded.gap], 'calm', [still.gap], 'no budget');
  console.log(`${under}, shift of the layout in ${watched / 1000} s: ${loaded.shift.toFixed(3)}`);
  await page.context().close();
}

/** Until the spot page's head has a new price, against asking the public call again and again. */
async function prices() {
  const page = await newPage(await sessionOf(tokens[0]));
  await page.goto(`${base}/trades/spot/ETH`);
  const head = page.locator('header:has(h1)');
  await head.getByText(/\d,\d{3}/).first().waitFor();
  const ask = async () => {
    const path = '/api/v3/coin-pair/current-price?symbol=ETH&timeframe=1min';
    return Number((await (await fetch(base + path)).json()).chart.close);
  };
  const middle = await ask();
  const asked = [];
  const drawn = await times(async (round) => {
    const price = (Math.floor(middle) + (round % 5) + 0.37).toFixed(2);
    const shown = Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const start = performance.now();
    const reply = await fetch(`${simulator}/control/price?instId=ETH-USDT&price=${price}`, {
      method: 'POST',
    });
    if (!reply.ok) throw new Error(`simulator: ${reply.status}`);
    const polled = (async () => {
      while ((await ask()) !== Number(price)) await new Promise((done) => setTimeout(done, 50));
      asked.push(performance.now() - start);
    })();
    await page.waitForFunction(
      ([element, words]) => element.innerText.includes(words),
      [await head.elementHandle(), shown],
      { polling: 'raf', timeout: longestWait },
    );
    const time = performance.now() - start;
    await polled;
    return time;
  });
  report(
    'price at the provider to the page',
    drawn,
    'the call asked each 50 ms',
    asked,
    'floor 3000 ms, goal 300 ms',
  );
  await page.context().close();
}

try {
  await landing();
  await trading();
  await prices();
} finally {
  await browser.close();
}
