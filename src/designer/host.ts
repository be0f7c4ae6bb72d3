/** An animal of the gallery whose family can run every drawing: drawings run in its session. */
export const hostAnimal = 'stingray';
