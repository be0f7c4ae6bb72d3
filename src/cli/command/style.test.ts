import { expect, it } from 'vitest';
import { createStyle, escapeControls } from './style.ts';

it('lets no text drive the terminal but in colours and lines of this program', () => {
  const own = `${createStyle(true).error('bestiary:')} an 🐙\n\tor two\r\u001b[K`;
  expect(escapeControls(own)).toBe(own);
  expect(escapeControls('\u001b]0;title\u0007')).toBe('\\u001b]0;title\\u0007');
  expect(escapeControls('\u001b[2J\u009b2J\0\u007f\b')).toBe('\\u001b[2J\\u009b2J\\u0000\\u007f\\u0008');
});
