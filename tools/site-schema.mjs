// Tables of a JSON Schema: every field with its path, and the kinds that have it where a part is of one of several.
import { code, createTable, escapeText, formatValue } from './site-markdown.mjs';

/** @typedef {{ path: string, schema: any, kinds: string[], onlyWith: string }} Field */

/** @type {(schema: any) => string} */
function describeRange(schema) {
  if (schema.const !== undefined) return formatValue(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(formatValue).join(', ');
  if (schema.oneOf !== undefined) return `one of ${schema.oneOf.length} kinds`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeRange).join(' or ');
  if (schema.type === 'number' || schema.type === 'integer') {
    const whole = schema.type === 'integer' ? 'whole, ' : '';
    const { minimum = schema.exclusiveMinimum, maximum = schema.exclusiveMaximum } = schema;
    if (minimum === undefined && maximum === undefined) return `${whole}any`;
    if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return `${whole}from ${formatValue(minimum)}`;
    if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return `${whole}up to ${formatValue(maximum)}`;
    return `${whole}${formatValue(minimum)} to ${formatValue(maximum)}`;
  }
  if (schema.type === 'array')
    return schema.minItems === schema.maxItems && schema.maxItems !== undefined
      ? `list of ${schema.maxItems}`
      : schema.maxItems === undefined
        ? 'list'
        : `list, up to ${schema.maxItems}`;
  if (schema.type === 'string') return 'text';
  if (schema.type === 'boolean') return 'true, false';
  return schema.type ?? '';
}

/** @type {(path: string, name: string) => string} */
const join = (path, name) => (path === '' ? name : `${path}.${name}`);

/**
 * All fields below a schema. Where a part is of one of several kinds, a field that all kinds share in the same form is listed once.
 * @param {any} schema
 * @param {string} path
 * @returns {Field[]}
 */
export function listFields(schema, path = '') {
  if (schema.oneOf !== undefined) return listUnion(schema, path);
  if (schema.type === 'object' && schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) => listMember(member, join(path, name)));
  if (schema.type === 'array' && schema.items !== undefined) return listFields(schema.items, `${path}[i]`);
  return [];
}

function listMember(member, path) {
  const isGroup = member.oneOf !== undefined || (member.type === 'object' && member.properties !== undefined);
  const below = listFields(member, path);
  return isGroup && below.length > 0 ? below : [{ path, schema: member, kinds: [], onlyWith: '' }, ...below];
}

function listUnion(schema, path) {
  const { discriminator: name } = schema;
  const kinds = schema.oneOf.map((branch) => String(branch.properties[name].const));
  /** @type {Map<string, Field>} */
  const found = new Map();
  schema.oneOf.forEach((branch, i) => {
    for (const field of listFields(branch, path)) {
      if (field.path === join(path, name)) continue;
      const key = `${field.path} ${field.onlyWith} ${JSON.stringify(field.schema)}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...field, kinds: [kinds[i]] });
      else known.kinds.push(kinds[i]);
    }
  });
  const choice = {
    path: join(path, name),
    schema: {
      description: schema.oneOf.map((branch, i) => `\`${kinds[i]}\`: ${branch.description ?? ''}`).join(' '),
      enum: kinds,
      default: schema.default?.[name],
    },
    kinds: [],
    onlyWith: '',
  };
  const rest = [...found.values()].map((field) => ({
    ...field,
    onlyWith:
      field.kinds.length === kinds.length
        ? field.onlyWith
        : [`${name}: ${field.kinds.join(', ')}`, field.onlyWith].filter((text) => text !== '').join('; '),
  }));
  return [choice, ...rest];
}

/** @param {readonly Field[]} fields */
export function createFieldTable(fields) {
  return createTable(
    ['path', 'unit', 'range', 'default', 'only with', 'what it is'],
    fields.map(({ path, schema, onlyWith }) => [
      code(path),
      schema.unit === '1' ? '' : escapeText(schema.unit ?? ''),
      escapeText(describeRange(schema)),
      escapeText(formatValue(schema.default)),
      escapeText(onlyWith),
      `${escapeText(schema.description ?? '')}${schema.live === true ? ' *Live.*' : ''}${schema.restart === true ? ' *Restarts.*' : ''}`,
    ]),
  );
}
