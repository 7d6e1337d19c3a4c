/** A game under way between Ann, whose page it is and who is on turn, and Ben: for tests. */
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
