import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { bytesOf, fill, vacuum } from './growth/fill.mjs';
import { LEFT_OUT, ROUTES } from './growth/routes.mjs';
import { level, newSide } from './growth/side.mjs';
import { makeTemplates } from './growth/templates.mjs';
import { setDatabase } from './stage.mjs';

/**
 * Measures whether a route takes longer when the tables are full: two databases on one PostgreSQL, one with few actions
 * and one with many, a service on each, and every route at both in turns. Half of the actions belong to the measured
 * organization. A ratio above the goal is shown and fails nothing; an answer that is not 2xx does. `npm run bench --
 * growth`
 */
const FEW = Number(process.env.BENCH_FEW ?? 10_000);
const MANY = Number(process.env.BENCH_ACTIONS ?? 10_000_000);
const TIMES = Number(process.env.BENCH_TIMES ?? 100);
const ONLY = process.env.BENCH_ONLY ?? '';
const GOAL = 1.25;
const FEW_TIMES = 15;
const WARM_UP = 10;
/** The settings of a server with 8 GB. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '4GB', work_mem: '16MB', max_connections: '100' };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (text) => process.stderr.write(`${text}\n`);
const inDatabase = (url, name) => url.replace(/\/[^/]*$/, `/${name}`);

async function main() {
  const stage = await setDatabase(SETTINGS);
  try {
    const { superuserUrl, serviceUrl } = stage.database;
    const first = await stage.startService();
    say('making the sessions that are copied …');
    const { account, templates } = await makeTemplates(first, inDatabase(superuserUrl, 'backstop'));
    await first.stop();
    await copyDatabase(superuserUrl);
    const sides = [];
    for (const [name, actions] of [
      ['backstop', FEW],
      ['large', MANY],
    ]) {
      const url = inDatabase(superuserUrl, name);
      say(`filling ${name} …`);
      const begun = performance.now();
      await fill(url, { ...account, templates, actions, say });
      await vacuum(url);
      say(`${name} was filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      const service = await stage.startService({ DATABASE_URL: inDatabase(serviceUrl, name) });
      sides.push(await newSide(name, service, url, account));
    }
    level(sides);
    await sleep(5_000);
    const rows = [];
    for (const [name, route] of ROUTES) {
      if (!name.includes(ONLY)) continue;
      try {
        const [few, many] = (await measure(sides, route)).map(median);
        rows.push([name, few, many]);
        say(`${name}: ${few.toFixed(2)} / ${many.toFixed(2)} ms, ${(many / few).toFixed(2)}`);
      } catch (error) {
        // The measurement runs to its end, because the tables took long to fill.
        process.exitCode = 1;
        say(`${name} failed: ${error.message}`);
      }
    }
    print(rows, await bytesOf(inDatabase(superuserUrl, 'large')));
  } finally {
    await stage.clear();
  }
}

async function copyDatabase(superuserUrl) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('CREATE DATABASE large TEMPLATE backstop');
  await client.end();
}

/** In turns, so that what else the machine does meets both alike. */
async function measure(sides, { send, before, few }) {
  const taken = sides.map(() => []);
  const pages = [];
  const times = few ? FEW_TIMES : TIMES;
  for (let turn = -WARM_UP / (few ? 5 : 1); turn < times; turn++) {
    for (const index of turn % 2 ? [0, 1] : [1, 0]) {
      const side = sides[index];
      const made = await before?.(side);
      const begun = performance.now();
      const answer = await send(side, made);
      if (turn >= 0) taken[index].push(performance.now() - begun);
      if (Array.isArray(answer)) pages[index] = answer.length;
    }
  }
  // A longer page takes longer, however full the tables are.
  if (pages[0] !== pages[1]) throw new Error(`pages of ${pages.join(' and ')} rows cannot be compared`);
  return taken;
}

function print(rows, bytes) {
  const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
  line(['p50, ms', `${FEW.toLocaleString('en')} actions`, `${MANY.toLocaleString('en')} actions`, 'ratio']);
  line(['---', '---', '---', '---']);
  for (const [name, few, many] of rows) {
    const ratio = many / few;
    line([`\`${name}\``, few.toFixed(2), many.toFixed(2), ratio > GOAL ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)]);
  }
  console.log();
  line(['bytes an action', 'rows', 'indexes', 'stored apart', 'all']);
  line(['---', '---', '---', '---', '---']);
  const total = { name: 'all of these', rows: 0, indexes: 0, apart: 0, total: 0 };
  for (const table of bytes) {
    for (const part of ['rows', 'indexes', 'apart', 'total']) total[part] += table[part];
  }
  for (const { name, rows: heap, indexes, apart, total: all } of [...bytes, total])
    line([name, ...[heap, indexes, apart, all].map((each) => each.toFixed(0))]);
  console.log();
  for (const [names, why] of Object.entries(LEFT_OUT)) console.log(`Left out: ${names}, because ${why}.`);
}

await main();
