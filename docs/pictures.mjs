// Takes the pictures of the README, a game and an analysis, from a running server.
//
//   tisane serve --listen 8472
//   node docs/pictures.mjs target/release/tisane http://127.0.0.1:8472
//
// It needs `npm ci` in web/ and Chromium (CHROMIUM names another path). Make the files small
// afterwards, for example with `pngquant --ext .png --force docs/*.png`.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [tisane, server] = process.argv.slice(2);
/** Both sides play by score and leave, so that a seed always leads to the same game. */
const SEED = 3;
const ROUNDS = 5;
const SIMULATION_MS = 20_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: server });
await page.addInitScript(() => localStorage.setItem('tisane.name', 'Ada'));

async function post(path, data) {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

async function save(name) {
  await page.screenshot({ path: fileURLToPath(new URL(name, import.meta.url)) });
}

/** The position of the game, once it is our turn. */
async function position(id) {
  for (;;) {
    const { game } = await (await page.request.get(`/api/games/${id}`)).json();
    if (game.on_turn === game.you) break;
    await page.waitForTimeout(200);
  }
  return (await page.request.get(`/api/games/${id}/cgp`)).text();
}

function bestMove(cgp) {
  const args = ['solve', cgp, '--static', '--top', '1', '--json'];
  return JSON.parse(execFileSync(tisane, args, { encoding: 'utf8' })).lines[0].move;
}

/** Types the tiles of a move, such as `8D RETAINS`, without playing it. */
async function layTiles(cgp, move) {
  const [, number, letter, word] = move.match(/^(?=.*?(\d+))(?=.*?([A-O])).*? (.*)$/);
  const isDown = /^[A-O]/.test(move);
  const [row, column] = [Number(number) - 1, letter.charCodeAt(0) - 65];
  const expand = (text) => text.replace(/\d+/g, (n) => '.'.repeat(Number(n)));
  const rows = cgp.split(' ')[0].split('/').map(expand);
  const taken = (i) => (isDown ? rows[row + i][column] : rows[row][column + i]) !== '.';
  const square = page.locator('[role=row]').nth(row + 1).locator('[role=gridcell]').nth(column);
  await square.click();
  if (isDown) await square.click();
  await page.keyboard.type([...word].filter((_, i) => !taken(i)).join(''));
}

await post('/api/me', { name: 'Ada' });
const { id } = await post('/api/games', { ruleset: 'english', bots: ['static'], seed: SEED });
await post(`/api/games/${id}/actions`, { action: { kind: 'start' } });
await page.goto(`/games/${id}`); // bots move only while somebody is watching
const positions = [];
for (let round = 0; round < ROUNDS; round++) {
  positions.push(await position(id));
  const action = { kind: 'move', text: bestMove(positions[round]) };
  await post(`/api/games/${id}/actions`, { action });
}
const cgp = await position(id);
await page.waitForTimeout(2000);
await layTiles(cgp, bestMove(cgp));
await page.waitForTimeout(2000);
await save('game.png');

await page.setViewportSize({ width: 1280, height: 1150 });
await page.goto(`/analysis?ruleset=english&position=${encodeURIComponent(positions.at(-1))}`);
await page.waitForTimeout(5000);
await page.locator('.ahead button').click();
await page.waitForTimeout(SIMULATION_MS);
await save('analysis.png');
await browser.close();
