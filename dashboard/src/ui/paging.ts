import type { Search } from './url-state';

const ID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** Reads an id from a URL, which anyone may have written. */
export const readId = (text: string | undefined) => (text && ID.test(text) ? text : undefined);

/** The older page that the URL names. */
export const readPage = ({ page }: Search) => ({ page: readId(page) });
