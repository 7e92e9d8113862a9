/** The address of the moment that a replay shows. */
import type { Route } from '../lib/router.svelte';
import type { Film } from '../session/film';

export const momentOf = (code: string, film: Film): Extract<Route, { screen: 'replay' }> => ({
  screen: 'replay',
  code,
  event: film.after,
  seat: typeof film.viewer === 'number' ? film.viewer : null,
  invitation: film.terms.invitation,
});
