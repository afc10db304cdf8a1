import { Stage } from './lib/stage.mjs'; import { allPromotions, openDressed } from './lib/dress.mjs'; import { playUntil } from './lib/player.mjs'; import { seeded } from './lib/random.mjs'; import { PERSONS } from './lib/client.mjs';
const stage = await Stage.open();
try { const device = await stage.device(); const client = await stage.client(device); await client.create(PERSONS);
 await playUntil(client, seeded(4), ({ now }) => now.turn === 'red' && now.legal.some((m) => m.promotion));
 const move = client.game.now.legal.find((m) => m.promotion);
 const table = await openDressed(stage, device, allPromotions, client.game.id);
 await table.turn(); console.log(await table.choose(move.from)); await table.tap(move.to);
 await new Promise(r=>setTimeout(r,1500));
 console.log(table.errors, await table.page.evaluate(()=>[history.state, location.href, document.scripts[0].src, document.body.innerHTML.slice(-600)]), (await table.board()).held);
} finally { await stage.close(); }
