/** Whatever people draw becomes a sound animal, or is refused with the place that is wrong; and nobody waits. The nightly tests have all five hundred scribbles. */
import { describe, expect, it } from 'vitest';
import { pickSome } from '../testing/nightly.ts';
import { createScribble, nastyDrawings } from '../testing/random/scribbles.ts';
import { expectSound } from '../testing/random/sound-drawing.ts';

describe('drawings of all kinds', () => {
  it('from a seed: the first forty scribbles', () => {
    const count = { made: 0, refused: 0 };
    for (let seed = 1; seed <= 40; seed++) count[expectSound(`scribble ${seed}`, createScribble(seed))] += 1;
    // Neither are all refused nor is everything taken.
    expect(count.made).toBeGreaterThan(8);
    expect(count.refused).toBeGreaterThan(4);
  }, 900_000);

  it.each(pickSome(nastyDrawings, 2))(
    'made to break it: %s',
    (name, drawing) => {
      expectSound(name, drawing);
    },
    300_000,
  );

  it('made to break it, all fifty', () => {
    expect(nastyDrawings).toHaveLength(50);
  });
});
