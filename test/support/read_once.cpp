// SPDX-License-Identifier: MIT
// Nothing is here: the target of this file holds the headers that the tests share, read once.
