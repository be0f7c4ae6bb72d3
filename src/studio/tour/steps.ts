/** What the tour says, and beside what. A step whose thing is not on the page is said in the middle. */

export interface TourStep {
  /** Value of `data-tour` on the thing it is about. */
  readonly target: string;
  readonly title: string;
  readonly text: string;
  /** Which page it is about. */
  readonly page: 'gallery' | 'animal';
}

export const tourSteps: readonly TourStep[] = [
  {
    target: 'things',
    page: 'gallery',
    title: 'Start with something to try',
    text: 'Each of these opens a run with one thing changed. Every card below has more of them.',
  },
  {
    target: 'picture',
    page: 'animal',
    title: 'An animal that is computed, not filmed',
    text: 'Nerves, muscles, body and surroundings are solved step by step as you watch. Drag to turn the picture, scroll to come nearer.',
  },
  {
    target: 'panel',
    page: 'animal',
    title: 'Change anything',
    text: 'Every number of the animal is here with its unit and a sentence. Move a slider and see what happens; lesions are experiments that nobody suffers from.',
  },
  {
    target: 'time',
    page: 'animal',
    title: 'Go back in time',
    text: 'Drag the bar to any moment that has run: it comes back to the last bit. Space pauses, the arrow keys go step by step.',
  },
  {
    target: 'signals',
    page: 'animal',
    title: 'See why',
    text: 'What the animal does, over time. Rest the pointer on a moment to read its values everywhere, press to go there, enlarge a plot for its spectrum or its numbers.',
  },
  {
    target: 'take',
    page: 'animal',
    title: 'Take it with you',
    text: 'Copy the address of your run, or save pictures, films, tables and animations of it.',
  },
];
