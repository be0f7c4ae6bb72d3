/** The name, or with the first number that makes it one that is not taken: fin, fin 2, fin 3. */
export function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}
