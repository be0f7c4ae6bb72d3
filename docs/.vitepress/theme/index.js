import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import AnimalTable from './AnimalTable.vue';
import Live from './Live.vue';
import './style.css';

/** On the first page an animal moves beside the headline, on a phone below it. */
function createFirstAnimal() {
  const about =
    'This lamprey is computed in the page. Move a slider: the side with less drive bends less, and the animal turns.';
  const frame = h(
    Live,
    { animal: 'lamprey', controls: ['brainstem.left', 'brainstem.right'], height: 460 },
    () => about,
  );
  return h('div', { class: 'first-animal' }, [frame]);
}

/** The default theme without its fonts, and two components that pages use. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': createFirstAnimal }),
  enhanceApp({ app }) {
    app.component('Live', Live);
    app.component('AnimalTable', AnimalTable);
  },
};
