/** An animal of the gallery whose family can take over every drawing: its session is where drawings come alive. */
export const hostAnimal = 'stingray';
