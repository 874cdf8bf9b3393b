/** What the program itself says about taxes, in a language of invoices. */
type Notes = { none: string; unknownRate: (country: string) => string; unknownCountry: string };

const english: Notes = {
  none: 'No tax is charged.',
  unknownRate: (country) => `No tax is charged: no rate is known for ${country}.`,
  unknownCountry: 'No tax is charged: the country of the buyer is not known.',
};

const german: Notes = {
  none: 'Es wird keine Steuer berechnet.',
  unknownRate: (country) => `Es wird keine Steuer berechnet: Für ${country} ist kein Satz bekannt.`,
  unknownCountry: 'Es wird keine Steuer berechnet: Das Land des Käufers ist nicht bekannt.',
};

const french: Notes = {
  none: 'Aucune taxe n’est facturée.',
  unknownRate: (country) => `Aucune taxe n’est facturée : aucun taux n’est connu pour ${country}.`,
  unknownCountry: 'Aucune taxe n’est facturée : le pays de l’acheteur n’est pas connu.',
};

const known: ReadonlyMap<string, Notes> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
]);

/** What is said in a language; in English where it is not known. */
export const notesOf = (language: string): Notes => known.get(language) ?? english;
