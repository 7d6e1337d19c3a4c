/** For tests: a game of Ann, whose page and turn it is, and Ben. */
import type { GameView, RoomView } from '../protocol';

export function testRoom(game: Partial<GameView> = {}): RoomView {
  const usual = {
    ruleset: 'english',
    phase: 'playing',
    seats: [{ name: 'Ann', rack: ['A', 'T'] }, { name: 'Ben' }],
    you: 0,
    on_turn: 0,
    turn: 1,
    turns: [],
    board: [],
    unseen: [],
    challengeable: [],
    challenge: { rule: 'void' },
  };
  return { id: 'g', occupants: [{}, {}], game: { ...usual, ...game } } as unknown as RoomView;
}
