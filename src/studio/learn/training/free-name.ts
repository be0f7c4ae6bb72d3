/** Names by which policies are chosen: no two of an animal have the same. */

/** Not for policies of one's own: those that every animal has. */
const reserved = ['none', 'law', 'default'];

/** The name, or with the first number that makes it free. */
export function findFreeName(wanted: string, taken: readonly string[]): string {
  const isFree = (name: string): boolean => !taken.includes(name) && !reserved.includes(name);
  let name = wanted;
  for (let number = 2; !isFree(name); number++) name = `${wanted} ${number}`;
  return name;
}
