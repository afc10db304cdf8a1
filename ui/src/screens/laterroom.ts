/** The room's screen, which comes later too; apart from the others, since it leads to some of them. */
export const room = () => import('./RoomScreen.svelte');
