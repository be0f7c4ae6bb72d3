/** The paper's units, in which the solver works: 1 unit of length = 1 cm, 1 unit of mass = 1 g. */

/** Model units per metre, and metres per unit. */
export const unitsPerMetre = 100;
export const centimetre = 0.01;
/** Pa → g / (cm s²). */
export const stiffnessPerPascal = 10;
/** kg/m³ → g/cm³, and g → kg. */
export const densityPerSi = 1e-3;
export const gram = 1e-3;
