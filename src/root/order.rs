//! Callee-first order over the definitions of a root.
//!
//! ```text
//! b -> a, a -> a, c -> d, d -> c      order: a b    cycle: c d
//! ```
//!
//! Depth-first post-order; starts and dependencies in byte order of path, then name. Recursion of
//! a definition with itself is no cycle.
//!
//! Spec: `design#3.8`.

/// An order, with what has none.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Every node, callees first where that is possible.
    pub sequence: Vec<u32>,
    /// Strongly connected components of at least two nodes, each from its least node along edges.
    pub cycles: Vec<Vec<u32>>,
}

/// Orders the nodes `0..edges.len()`; `edges[n]` lists the callees of `n`, ascending.
pub fn order(edges: &[Vec<u32>]) -> Order {
    let mut order = Order { sequence: Vec::with_capacity(edges.len()), cycles: Vec::new() };
    let mut search = Search {
        edges,
        index: vec![u32::MAX; edges.len()],
        low: vec![0; edges.len()],
        on_stack: vec![false; edges.len()],
        stack: Vec::new(),
        next: 0,
    };
    for start in 0..edges.len() as u32 {
        if search.index[start as usize] == u32::MAX {
            search.visit(start, &mut order);
        }
    }
    order.cycles.sort();
    order
}

/// Tarjan's algorithm over an explicit stack; its post-order is the order that is wanted.
struct Search<'a> {
    edges: &'a [Vec<u32>],
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<u32>,
    next: u32,
}

impl Search<'_> {
    fn enter(&mut self, node: u32) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.on_stack[node as usize] = true;
    }

    fn visit(&mut self, start: u32, order: &mut Order) {
        self.enter(start);
        let mut frames: Vec<(u32, usize)> = vec![(start, 0)];
        while let Some((node, at)) = frames.pop() {
            let Some(callee) = self.edges[node as usize].get(at).copied() else {
                order.sequence.push(node);
                self.leave(node, order);
                if let Some((caller, _)) = frames.last() {
                    let low = self.low[node as usize].min(self.low[*caller as usize]);
                    self.low[*caller as usize] = low;
                }
                continue;
            };
            frames.push((node, at + 1));
            if self.index[callee as usize] == u32::MAX {
                self.enter(callee);
                frames.push((callee, 0));
            } else if self.on_stack[callee as usize] {
                let low = self.low[node as usize].min(self.index[callee as usize]);
                self.low[node as usize] = low;
            }
        }
    }

    fn leave(&mut self, node: u32, order: &mut Order) {
        if self.low[node as usize] != self.index[node as usize] {
            return;
        }
        let from = self.stack.iter().rposition(|other| *other == node).expect("it was entered");
        let members = self.stack.split_off(from);
        for member in &members {
            self.on_stack[*member as usize] = false;
        }
        if members.len() > 1 {
            order.cycles.push(self.walk(&members));
        }
    }

    /// Lists a way around the cycle: a shortest one from the least member back to it.
    fn walk(&self, members: &[u32]) -> Vec<u32> {
        let least = *members.iter().min().expect("at least two");
        let inside: rustc_hash::FxHashSet<u32> = members.iter().copied().collect();
        let mut before: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([least]);
        while let Some(node) = queue.pop_front() {
            for callee in self.edges[node as usize].iter().copied() {
                if callee == least && node != least {
                    let mut way = vec![node];
                    while let Some(earlier) = before.get(way.last().expect("not empty")) {
                        way.push(*earlier);
                    }
                    way.reverse();
                    return way;
                }
                if callee != least && inside.contains(&callee) && !before.contains_key(&callee) {
                    before.insert(callee, node);
                    queue.push_back(callee);
                }
            }
        }
        members.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, order};

    #[test]
    fn callees_come_first_and_self_recursion_is_no_cycle() {
        let edges = vec![vec![0, 2], vec![0], vec![], vec![4], vec![3, 2]];
        let expected = Order { sequence: vec![2, 0, 1, 4, 3], cycles: vec![vec![3, 4]] };
        assert_eq!(order(&edges), expected);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let n = 200_000;
        let edges: Vec<Vec<u32>> =
            (0..n).map(|at| if at + 1 < n { vec![at + 1] } else { vec![] }).collect();
        assert_eq!(order(&edges).sequence[0], n - 1);
    }
}
